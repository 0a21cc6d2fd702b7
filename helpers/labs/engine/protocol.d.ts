// What travels between Python and the page, and the types that the scripts import (`@import`).
// Read by `tsc` alone; live.py and session.py write it.

export type Values = Record<string, any>; // {control: value}
export type Cell = [row: number, column: number];

/** What of a lab never changes. */
export interface LabSpec {
  name: string;
  title: string;
  controls: ControlSpec[];
  presets: PresetSpec[];
  challenges: string[];
}

export interface PresetSpec {
  name: string;
  sentence: string;
  deeper: boolean;
  by_hand: string;
  controls: string[]; // in sight
  through: string; // the control through whose options it leads, if any
}

/** A control, with what its kind (controls.py) says of itself. */
export interface ControlSpec {
  name: string;
  label: string;
  kept: boolean; // within a setting, for as long as others are shown
  kind: "slider" | "run" | "select" | "switch" | "text" | "point" | "pick" | "toggles" | "numbers";
}
export interface ChoiceSpec extends ControlSpec {
  options: unknown[];
  texts: string[];
  action?: string;
  stride?: number;
}
export interface TextSpec extends ControlSpec {
  size: number;
  model?: boolean; // a published one reads it
}
export interface PointSpec extends ControlSpec {
  limit: number;
  step: number;
}

/** From the page: what was chosen and what the pointer hovers over, after a preset if there is
 * one. */
export interface Message {
  number: number;
  preset?: number;
  change: Values;
  hover: Values;
}

/** From the page, before anything is chosen: a message that may come next; from Python, what it would
 * answer to it, or nothing where that takes long. */
export interface Guess {
  ahead: Message;
  answer?: Answer | null;
}

/** From Python: all that the page shows. */
export interface Answer {
  number: number; // of the message
  preset: number;
  changed: boolean; // the values are no longer the preset's
  values: Values;
  hovered: Values; // what the picture shows in the place of values
  parts: Record<string, Part>;
  main: string[]; // names of the parts that matter now; none: all do
  sentence: string; // in place of the setting's; true whatever is changed
  spoken: string; // what a screen reader reads aloud
  options: Record<string, string[]>; // texts of a choice, where they vary
  off: string[]; // controls that have no effect now
  solved: boolean[];
  problems: Record<string, string>;
  error: string;
}

export type Part = MatrixPart | DrawingPart | LinesPart;
export interface MatrixPart {
  kind: "matrix";
  title: string;
  corner: string;
  rows: string[];
  columns: string[];
  cells: string[][];
  fills: ([ground: string, ink: string] | null)[][];
  marks: boolean[][];
  tones: (string | null)[][];
  control: string; // that a click on a cell sets, if any
  flip: boolean;
  min_chars: number;
  wrong: boolean;
}
export interface DrawingPart {
  kind: "drawing";
  title: string;
  description: string;
  width: number;
  height: number;
  svg: string;
  handles: Grip[];
  grid: Grid | null;
  focus: number | null; // how far across is what it is about, from 0 to 1
}
/** Boxes in rows and columns: a click picks one of them or, of toggles, switches it on or off. */
export interface Grid {
  control: string;
  corner: [number, number]; // of the first box
  step: [number, number]; // from box to box
  size: [number, number];
  rows: string[];
  columns: string[];
}
export interface Grip {
  control: string;
  at: [number, number];
  label: string;
  tone: string;
  across: number;
  scale: number;
  origin: [number, number];
}
export interface LinesPart {
  kind: "lines";
  title: string;
  lines: [text: string, tone: string | null][][];
  notebook: string; // to which the title is a link, if to any
}

/** What goes from setting to setting and moves controls. */
export interface Hand {
  choose(preset: number, change?: Values): void;
  change(name: string, value: unknown): void;
}

/** What the view and its parts may ask of the session, and tell it. */
export interface Session extends Hand {
  spec: LabSpec;
  answer(): Answer;
  control(name: string): any; // its spec
  value(name: string): any; // as it was last asked for
  waiting(name: string): boolean; // asked for and not yet answered
  preset(): number;
  state(): "ready" | "waiting" | "busy" | "lost";
  keepsTyping(): boolean;
  problem(name: string): string;
  lookAhead(): void; // when a hand is near
  hover(name: string, value: unknown): void;
  refresh(): void;
  close(): void;
}

/** Something on the page that shows its share of an answer. */
export interface PartView {
  node: HTMLElement;
  patch(part: Part, answer: Answer): void;
}
/** Buttons that move a slider; reach: what a hand on the slider asks for; shown: of each answer. */
export type Mover = (
  input: HTMLInputElement,
  spec: ChoiceSpec,
  go: (index: number) => void,
  session: Session,
) => {
  buttons: HTMLElement[];
  reach?(index: number): void;
  begin?(): boolean;
  next?(): string;
  isRunning?(): boolean;
  shown(index: number): void;
};
/** begin: start what runs by itself, if it stands at its beginning or was left on its way, or say
 * once that it runs; returns whether it did. next: that in words, or nothing. */
export interface Field {
  node: HTMLElement;
  begin?(): boolean;
  next?(): string;
  isRunning?(): boolean;
  patch(value: any, texts: string[] | undefined): void;
}

/** Of a lab: its font in pixels, and how large its drawings are beside that. */
export type Size = [font: number, share: number];

export type Attributes = Record<string, string | number | boolean>;

/** The parts of anywidget's model that are used here. */
export interface Model {
  get(name: "lab"): LabSpec;
  get(name: "answer"): Answer;
  on(event: string, callback: (content?: any) => void): void;
  off(event: string, callback: (content?: any) => void): void;
  send(message: Message | Guess | {}): void;
  widget_manager?: { kernel?: Kernel };
}
export interface Kernel {
  status: string;
  anyMessage?: { connect(slot: KernelListener): void; disconnect(slot: KernelListener): void };
}
export type KernelListener = (
  sender: unknown,
  message: {
    msg: { content: { execution_state?: string } };
    direction: "send" | "recv";
  },
) => void;
