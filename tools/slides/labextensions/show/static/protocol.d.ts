// What tools/slides/slides.py writes into the notebook for the show, and what is used of JupyterLab
// here.

/** Of the metadata "show", a list of these: what a slide has, in order. */
export interface Slide {
  title: string; // of the section that it is in
  section: string; // the heading above it
  kind: Kind;
  pieces: Piece[];
}
export type Kind = "" | "lab" | "question" | "end";
export interface Piece {
  cell: string; // its id
  part: "text" | "source" | "output";
  index: number; // which of the cell's blocks of text or outputs
  step: number; // 0: seen with the slide; 1: one Page Down later
  asks: boolean; // it is the question of a prediction, or one of its options
  hidden: number[]; // of code: the lines that only show what was computed, from 1
  trains: string[]; // of a curve that grows: the ids of the cells that train its model anew
  votes: boolean; // a class votes on what its cell asks
}

/** Of the metadata "votes": what a class votes on, by the ids of the cells that ask. */
export interface VotesMetadata {
  room: PhonesMetadata | null;
  /** code: a QR code, as SVG; why: the answer in words, as HTML */
  asked: Record<
    string,
    { name: string; letters: string; right: string; code: string; why: string }
  >;
}

/** The server of the phones: where the show reaches it, and where the phones do. */
export interface PhonesMetadata {
  control: string;
  address: string;
  code: string;
}

/** What it tells the show of the open question; warning: a sentence for the lecturer, or
 * nothing. */
export interface VotesFromPhones {
  name: string;
  round: number;
  counts: number[];
  warning: string;
}

/** Of the metadata "plan": of each section, its minutes and what TEACHING.md says of it, as HTML. */
export interface PlanMetadata {
  sections: PlannedSection[];
  short: boolean;
  lab: string;
  time: string;
}
export interface PlannedSection {
  title: string;
  minutes: number;
  more: number; // for its votes and labs
  left_out: boolean; // in the short version
  // cell: the id of the one that asks
  asks: { cell: string; words: string; right: string }[];
  answers: { they_say: string; you_say: string }[];
}

export interface Memory {
  toString(): string;
  get(name: string): string;
  set(name: string, value: string): void;
}

export interface JupyterLab {
  restored: Promise<void>;
  shell: { currentWidget: Panel | null; activateById(id: string): void };
  commands: { execute(name: string): Promise<unknown> };
  serviceManager: { contents: { save(path: string, model: object): Promise<unknown> } };
}

export interface DocumentModel {
  dirty: boolean;
  getMetadata(name: "show"): Slide[];
  getMetadata(name: "votes"): VotesMetadata | undefined;
  getMetadata(name: "plan"): PlanMetadata | undefined;
  toJSON(): object;
}

export interface Signal<Value> {
  connect(slot: (sender: unknown, value: Value) => void): void;
}

export interface KernelConnection {
  name: string;
  status: string;
  connectionStatus: string;
  interrupt(): Promise<void>;
  requestExecute(content: object): { done: Promise<{ content: any }> };
}

export interface SessionContext {
  ready: Promise<void>;
  session: { kernel: KernelConnection | null } | null;
  statusChanged: Signal<string>;
  connectionStatusChanged: Signal<string>;
  kernelChanged: Signal<{ oldValue: KernelConnection | null; newValue: KernelConnection | null }>;
  changeKernel(kernel: { name: string }): Promise<unknown>;
}

export interface NotebookCell {
  node: HTMLElement;
  model: {
    getMetadata(name: "tags"): string[] | undefined;
    id: string;
    type: string;
    executionCount: number | null; // of code that has run
    outputs: { clear(wait?: boolean): void; clearNext: boolean };
    sharedModel: { getSource(): string };
  };
  outputArea: { reattachFuture(future: unknown): void };
}

/** A notebook in JupyterLab. */
export interface Panel {
  id: string;
  node: HTMLElement;
  isDisposed: boolean;
  context: { ready: Promise<void>; path: string; model: DocumentModel };
  sessionContext: SessionContext;
  update(): void;
  content: {
    node: HTMLElement;
    widgets: NotebookCell[];
    activeCellIndex: number;
    activate(): void;
  };
}
