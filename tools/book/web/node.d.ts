// Of Node, what the scripts of the build use (*.mjs).

declare module "node:fs" {
  function readFileSync(path: string): Uint8Array;
  function writeFileSync(path: string, data: Uint8Array): void;
}
declare module "node:path" {
  function basename(path: string): string;
  function join(...parts: string[]): string;
}
declare module "node:process" {
  const argv: string[];
  const stdin: AsyncIterable<string>;
  const stdout: { write(text: string): void };
}
declare module "node:url" {
  function pathToFileURL(path: string): URL;
}
