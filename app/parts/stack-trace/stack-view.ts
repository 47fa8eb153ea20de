import { readFilters, writeFilters } from '../../url/codec.ts'
import { changeParams } from '../../url/filter-links.ts'
import { choiceCodec } from '../../url/text-codecs.ts'

/** How a stack is shown: with library frames folded (`app`), with all frames (`all`), or as the sender wrote it (`raw`). */
export type StackView = 'app' | 'all' | 'raw'

/** A format of a stack as text; `message` is the complete message alone. */
export type StackTextFormat = 'text' | 'markdown' | 'raw' | 'message'

export const stackCodecs = { stack: choiceCodec<StackView>('stack', ['app', 'all', 'raw']) }
export const textFormatCodecs = { as: choiceCodec<StackTextFormat>('as', ['text', 'markdown', 'raw', 'message']) }

/** An invalid choice is the default: an old link must still show its stack. */
export function readStackView(params: URLSearchParams): StackView {
  return readFilters(stackCodecs, params).filters.stack
}

/** The page's URL with another choice. */
export function stackViewSearch(params: URLSearchParams, choice: StackView): string {
  const { param, format } = stackCodecs.stack
  return changeParams(params, { [param]: format(choice) })
}

/** URL of the exception as text. */
export const stackTextPath = (page: string, as: StackTextFormat) =>
  `${page}/text${writeFilters(textFormatCodecs, { as })}`
