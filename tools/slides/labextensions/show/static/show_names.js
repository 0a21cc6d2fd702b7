// The names by which the show's scripts find what is on the stage; show.css gives them their look.

/** Classes. */
export const SHOW_CLASS = {
  stage: "show-stage", // the notebook's panel, and its copies for the speaker
  cell: "show-cell", // a cell of the slide
  text: "show-text", // the same, whose text is shown
  source: "show-source", // whose code is
  output: "show-output", // whose outputs are
  part: "show-part", // one of these outputs
};
