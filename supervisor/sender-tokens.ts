import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseTokens, TOKEN_RULE } from './otlp-access.ts'
import { StartError } from './start-error.ts'

export interface SenderTokensOptions {
  /** The operator's file, ERRATA_OTLP_TOKENS. */
  readonly file: string
  /** The Collector's copy. */
  readonly copy: string
  readonly say: (line: string) => void
  /** @default 1000 */
  readonly everyMs?: number
}

/**
 * Copies the tokens to the file that the Collector watches, and keeps the copy up to date until `stop` is aborted. It does not keep the
 * process alive: a start that fails ends.
 *
 * The Collector does not watch the operator's file itself: its bearertokenauth (v0.161.0) sees no more changes once an editor has renamed
 * the file and written a new one, keeps the last tokens of an emptied file, and takes the # of a comment for a token
 * (sender-tokens.test.ts). A removed token would still be good.
 *
 * @throws {StartError} If the file cannot be read, has no token, or a line of it has something else.
 */
export function keepSenderTokens({ file, copy, say, everyMs = 1_000 }: SenderTokensOptions, stop: AbortSignal): void {
  let last = readAtStart(file)
  writeCopy(copy, last)
  void (async () => {
    let pending: string | undefined
    let fault = ''
    while (!stop.aborted) {
      await wait(everyMs, undefined, { signal: stop, ref: false }).catch(() => {})
      if (stop.aborted) return
      try {
        const text = readFileSync(file, 'utf8')
        // Only what is there twice: an editor may not have written everything yet.
        if (text !== last && text === pending) {
          writeCopy(copy, text)
          last = text
          sayWhatHolds(file, text, say)
        }
        pending = text
        fault = ''
      } catch (error) {
        const found = error instanceof Error ? error.message : String(error)
        if (found !== fault) say(`ERRATA_OTLP_TOKENS: the tokens of before still hold: ${found}`)
        fault = found
      }
    }
  })()
}

function readAtStart(file: string): string {
  const text = (() => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartError(`ERRATA_OTLP_TOKENS=${file} cannot be read (${reason}).`)
    }
  })()
  const { tokens, faulty } = parseTokens(text)
  if (faulty.length > 0)
    throw new StartError(
      `ERRATA_OTLP_TOKENS=${file} has no token in line ${faulty.join(', ')}: a token has ${TOKEN_RULE}.`,
    )
  if (tokens.length === 0)
    throw new StartError(`ERRATA_OTLP_TOKENS=${file} has no token: write one a line, with ${TOKEN_RULE}.`)
  return text
}

/** Replaced as a whole, which the Collector notices. Without tokens nobody knows the one that it then has: it keeps the last of an empty file. */
function writeCopy(copy: string, text: string): void {
  const { tokens } = parseTokens(text)
  const lines = tokens.length > 0 ? tokens : [randomBytes(32).toString('base64url')]
  const half = `${copy}.new`
  rmSync(half, { force: true })
  writeFileSync(half, `${lines.join('\n')}\n`, { mode: 0o600 })
  renameSync(half, copy)
}

function sayWhatHolds(file: string, text: string, say: (line: string) => void): void {
  const { tokens, faulty } = parseTokens(text)
  const ignored = faulty.length === 0 ? '' : `; line ${faulty.join(', ')} has none: a token has ${TOKEN_RULE}`
  say(
    tokens.length === 0
      ? `${file} has no token any more: all senders are refused${ignored}.`
      : `${file} has changed: ${tokens.length} ${tokens.length === 1 ? 'token holds' : 'tokens hold'} now${ignored}.`,
  )
}
