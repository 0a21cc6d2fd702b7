// What tools/slides/slides.py writes into the notebook for the show, and what is used of JupyterLab here.

interface Slide {
  section: string; // the heading above it
  kind: "" | "lab" | "question" | "exercise";
  pieces: Piece[];
}

interface Piece {
  cell: string; // its id
  part: "text" | "source" | "output";
  step: number; // 0: seen with the slide; 1: one Page Down later
  index: number; // which of the cell's outputs
  box: number | null; // which of the tables and drawings in it, if not all
  rows: [from: number, to: number] | null; // which rows of its table, if not all
}

interface Memory {
  get(name: string): string;
  set(name: string, value: string): void;
}

interface JupyterLab {
  restored: Promise<void>;
  shell: { currentWidget: Panel | null };
  commands: { execute(name: string): Promise<unknown> };
}

/** A notebook in JupyterLab. */
interface Panel {
  node: HTMLElement;
  context: { ready: Promise<void>; model: { getMetadata(name: string): any }; save(): Promise<void> };
  sessionContext: { ready: Promise<void> };
  update(): void;
  content: {
    node: HTMLElement;
    widgets: { node: HTMLElement; model: { id: string } }[];
    activeCellIndex: number;
    activate(): void;
  };
}
