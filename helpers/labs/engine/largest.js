// The largest size that fits: how labs, slides and handouts find it.

/** Take the first of these sizes, largest first, that fits, as each smaller one then does, too, and
 * return it; where none fits, the smallest is taken and nothing returned. Each try lays out the
 * page: the guess is tried first and, if it fits, the size before it.
 * @template Size @param {Size[]} sizes @param {(size: Size) => void} take
 * @param {() => boolean} fits
 * @param {Size} [guess] @returns {Size | undefined} */
export function largest(sizes, take, fits, guess = sizes[0]) {
  if (!sizes.length) return undefined;
  let tooLarge = 0; // so many sizes at the beginning
  let fitting = sizes.length; // the first one that is known to fit
  /** @param {number} i */
  const attempt = (i) => {
    take(sizes[i]);
    if (fits()) fitting = i;
    else tooLarge = i + 1;
  };
  const first = Math.max(0, sizes.indexOf(guess));
  attempt(first);
  if (fitting === first && first) attempt(first - 1);
  while (tooLarge < fitting) attempt(Math.floor((tooLarge + fitting) / 2));
  take(sizes[Math.min(fitting, sizes.length - 1)]);
  return sizes[fitting];
}
