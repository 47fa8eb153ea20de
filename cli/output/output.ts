import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { showJson, showLines, showText } from './show-text.ts'
import { type Column, layTable } from './table.ts'

/** A stream that may be a terminal. */
export type Terminal = Writable & { readonly isTTY?: boolean; readonly columns?: number }

interface OutputSettings {
  readonly stdout: Terminal
  readonly stderr: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--json`. */
  readonly isJson: boolean
  /** `--web`. */
  readonly isWeb: boolean
  /** The desk's. */
  readonly url: string
}

/** Where a command writes: all that senders wrote passes through it, so that no terminal obeys it. */
export interface Output {
  readonly isJson: boolean
  readonly isWeb: boolean
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  /** Lines of text. */
  lines(text: string): void
  /** One line in a style. */
  styledLine(style: Style, text: string): void
  json(value: unknown): void
  /** Lines that are safe, as they come. @returns how many */
  writeLines(lines: AsyncIterable<string>): Promise<number>
  /** JSON of an answer, as it comes. */
  pipe(response: Response): Promise<void>
  /** Something on stderr, beside the result. */
  note(sentence: string): void
  /** The address of a page: on a terminal it is opened too. @param path of the page */
  web(path: string): void
}

export type Style = 'bold' | 'dim' | 'red' | 'green'
const CODES = { bold: 1, dim: 2, red: 31, green: 32 } as const satisfies Record<Style, number>

export function createOutput({ stdout, stderr, env, isJson, isWeb, url }: OutputSettings): Output {
  const isTerminal = stdout.isTTY === true
  const hasColours = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  const styled = (style: Style, text: string) => (hasColours ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text)
  return {
    ...{ isJson, isWeb },
    table(rows, columns) {
      const [titles = '', ...lines] = layTable(rows, columns, isTerminal ? stdout.columns : undefined)
      stdout.write(`${[styled('dim', titles), ...lines].join('\n')}\n`)
    },
    lines: text => stdout.write(`${showLines(text)}\n`),
    styledLine: (style, text) => stdout.write(`${styled(style, showText(text))}\n`),
    async writeLines(lines) {
      let count = 0
      for await (const line of lines) {
        count++
        await write(stdout, `${line}\n`)
      }
      return count
    },
    async pipe({ body }) {
      const decoder = new TextDecoder()
      for await (const chunk of body ?? []) await write(stdout, showJson(decoder.decode(chunk, { stream: true })))
    },
    json: value => stdout.write(`${showJson(JSON.stringify(value, null, 2))}\n`),
    note: sentence => stderr.write(`${showText(sentence)}\n`),
    web(path) {
      const address = new URL(path, `${url}/`).href
      stdout.write(`${address}\n`)
      if (isTerminal) open(address, sentence => stderr.write(`${sentence}\n`))
    },
  }
}

/** Waits until there is room: whoever reads may be slower than the desk. */
async function write(stream: Terminal, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

function open(address: string, note: (sentence: string) => void): void {
  const [opener, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(opener, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => note(`No browser could be opened: ${opener} does not run here.`))
  child.unref()
}
