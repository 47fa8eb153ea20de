/** Bounds of everything that an answer has. */
export interface Limits {
  /** Characters of each text. */
  readonly text: number
  /** Attributes of a record. */
  readonly attributes: number
  /** Frames of libraries in a stack. */
  readonly libraryFrames: number
  /** The app's own frames in a stack. */
  readonly ownFrames: number
  /** Lines of source before and after a place. */
  readonly sourceLines: number
  /** Rows of a list: spans, log records, steps, issues. */
  readonly rows: number
}

const limits = (
  rows: number,
  text: number,
  [ownFrames, sourceLines]: readonly [number, number],
  [libraryFrames, attributes]: readonly [number, number] = [0, 0],
): Limits => ({ rows, text, ownFrames, sourceLines, libraryFrames, attributes })

/**
 * From most to least, each tried if the one before is too long. What tells least goes first: attributes, then frames of libraries, then rows
 * of lists; type, message and the app's own frames are shortened, and always there.
 */
export const LIMITS: readonly Limits[] = [
  limits(200, 2_000, [30, 5], [12, 40]),
  limits(200, 2_000, [30, 5], [12, 10]),
  limits(150, 2_000, [30, 5], [12, 0]),
  limits(120, 2_000, [30, 5], [3, 0]),
  limits(90, 1_500, [20, 5]),
  limits(70, 1_000, [20, 5]),
  limits(50, 1_000, [20, 3]),
  limits(35, 800, [15, 3]),
  limits(25, 600, [12, 2]),
  limits(15, 400, [10, 2]),
  limits(10, 300, [8, 1]),
  limits(6, 200, [6, 1]),
  limits(4, 120, [4, 1]),
  limits(2, 60, [3, 0]),
]
