import { describeProblem, type Problem } from './define/problem.ts'

/** Rows of a page, and the cursor of the next; `null` on the last. */
interface ExportPage {
  readonly items: readonly unknown[]
  readonly next: string | null
}

interface ExportOptions {
  /** @param cursor '' for the first page */
  readonly readPage: (cursor: string) => Promise<ExportPage>
  /** Turns an error of a later page into the problem that is told. */
  readonly toProblem: (error: unknown) => Problem
  /** True once the client has left. */
  readonly hasLeft: () => boolean
  /** Called when it has ended, however. */
  readonly onEnd: () => void
}

/**
 * The rows of a list as lines of JSON, page by page: the next is read only when the client has taken the one before. The last line tells
 * how many rows there were, so that an export that was cut off is noticed: `{"end":true,"rows":3}`. If the database fails meanwhile, it is
 * `{"end":false,"rows":2,"problem":…}`.
 *
 * @param first read before, so that what is refused has a status
 */
export function exportRows(
  first: ExportPage,
  { readPage, toProblem, hasLeft, onEnd }: ExportOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let page: ExportPage | undefined = first
  let next: string | null = first.next
  let rows = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const close = (line: object) => {
          controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
          controller.close()
          onEnd()
        }
        try {
          page ??= await readPage(next ?? '')
        } catch (error) {
          if (hasLeft()) return controller.error(error)
          return close({ end: false, rows, problem: describeProblem(toProblem(error)) })
        }
        rows += page.items.length
        next = page.next
        if (page.items.length > 0) {
          controller.enqueue(encoder.encode(page.items.map(item => `${JSON.stringify(item)}\n`).join('')))
        }
        page = undefined
        if (next === null) close({ end: true, rows })
      },
      cancel: onEnd,
    },
    { highWaterMark: 1 },
  )
}
