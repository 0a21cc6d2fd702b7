// The largest size that fits: how labs, slides and handouts find it.

/** Take the first of these sizes, largest first, that fits, as each smaller one then does, too.
 * Return it; where none fits, the smallest is taken and nothing returned.
 * @template Size @param {Size[]} sizes @param {(size: Size) => void} take @param {() => boolean} fits
 * @returns {Size | undefined} */
export function largest(sizes, take, fits) {
  if (!sizes.length) return undefined;
  take(sizes[0]); // often all that is needed
  if (fits()) return sizes[0];
  let from = Math.min(1, sizes.length - 1);
  let to = sizes.length - 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    take(sizes[middle]);
    if (fits()) to = middle;
    else from = middle + 1;
  }
  take(sizes[to]);
  return fits() ? sizes[to] : undefined;
}
