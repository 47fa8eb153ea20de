import { dirname } from 'node:path'

/** An error with ClickHouse's own number and name, and the HTTP status that goes with it. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: number
  readonly status: number

  /** @param label ClickHouse's name of the code, such as `SYNTAX_ERROR`. */
  constructor(code: number, label: string, message: string, options?: ErrorOptions & { status?: number }) {
    super(`Code: ${code}. DB::Exception: ${message}. (${label})`, options)
    this.code = code
    this.status = options?.status ?? statusOf(code)
  }
}

/** ClickHouse's number for what has none; here it means a fault of the engine's own. */
export const UNKNOWN_EXCEPTION = 1002

/** What an error looks like on the wire. */
export interface ErrorReply {
  readonly code: number
  readonly status: number
  /** `Code: 60. DB::Exception: … (UNKNOWN_TABLE)` and a line feed. */
  readonly text: string
}

/**
 * Makes the answer for anything that was thrown.
 *
 * @param spoolDir Its paths must not show, nor those beside it: a client did not name them and can do nothing with them.
 */
export function errorReply(error: unknown, spoolDir: string): ErrorReply {
  const message = withoutPaths(error instanceof Error ? error.message : String(error), spoolDir)
  const code =
    error instanceof EngineError ? error.code : Number(/Code: (\d+)\. /.exec(message)?.[1] ?? UNKNOWN_EXCEPTION)
  const status = error instanceof EngineError ? error.status : statusOf(code)
  const text = /^Code: \d+\. /.test(message) ? message : `Code: ${code}. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`
  return { code, status, text: `${text.trimEnd()}\n` }
}

const STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [
    6, 16, 20, 26, 27, 33, 34, 35, 36, 38, 41, 42, 43, 44, 49, 53, 62, 69, 70, 72, 80, 117, 130, 131, 145, 161, 184,
    190, 215, 258, 321, 395, 403, 406, 429, 431, 441, 443, 454, 456, 457, 472, 524, 636,
  ],
  403: [164, 291, 492, 497, 516],
  404: [45, 46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336],
  408: [159, 160],
  413: [307],
  499: [394, 735],
  501: [48, 344],
  503: [202, 225, 242],
  507: [243],
}

/** The status by ClickHouse's table, extended: 503 where it is worth trying again, 507 for a full disk. */
function statusOf(code: number): number {
  for (const [status, codes] of Object.entries(STATUS)) if (codes.includes(code)) return Number(status)
  return 500
}

function withoutPaths(message: string, spoolDir: string): string {
  const dir = spoolDir.replace(/[^\w]/g, '\\$&')
  return message
    .replace(new RegExp(`(: )?\\(?in file/uri ${dir}[^)\\s:]*\\)?`, 'g'), '')
    .replace(new RegExp(`${dir}/[\\w.-]+`, 'g'), 'the request body')
    .replaceAll(dirname(spoolDir), 'the data folder')
}
