/**
 * The URL representation of one filter. `parse` reads back what `format` writes, and any other text is a value or an error, never a throw:
 * codecs.test.ts checks both for each codec.
 */
export interface ParamCodec<Value> {
  /** Name of the parameter. */
  readonly param: string
  /** The value if the URL has no such parameter, or an empty one. */
  readonly defaultValue: Value
  /** @param text trimmed, not empty */
  parse(text: string): ParsedParam<Value>
  /** `''` for the default value: links leave it out. */
  format(value: Value): string
}

/** `error` is one sentence for the reader: what the parameter was, and what is allowed. */
export type ParsedParam<Value> = { readonly value: Value } | { readonly error: string }

/** An invalid parameter. */
export interface InvalidFilter {
  readonly param: string
  /** Its value in the URL. */
  readonly input: string
  readonly message: string
}

/** The filters of a URL. An invalid filter has its codec's default value. */
export interface ParsedFilters<Filters> {
  readonly filters: Filters
  readonly filterErrors: readonly InvalidFilter[]
}

/** The codecs of a page: one for each filter. */
export type ParamCodecs<Filters> = { readonly [Name in keyof Filters]: ParamCodec<Filters[Name]> }

/** Reads every filter of a page; never throws. */
export function readFilters<Filters>(codecs: ParamCodecs<Filters>, params: URLSearchParams): ParsedFilters<Filters> {
  const filterErrors: InvalidFilter[] = []
  const read = ({ param, defaultValue, parse }: ParamCodec<unknown>): unknown => {
    const input = params.get(param)?.trim() ?? ''
    if (input === '') return defaultValue
    const parsed = parse(input)
    if ('value' in parsed) return parsed.value
    filterErrors.push({ param, input, message: parsed.error })
    return defaultValue
  }
  const entries = Object.entries<ParamCodec<unknown>>(codecs).map(([name, codec]) => [name, read(codec)])
  // The type of fromEntries cannot express that each name has its own codec's value.
  return { filters: Object.fromEntries(entries) as Filters, filterErrors }
}

/** @returns `?…` with the filters that differ from the default; `''` for none */
export function writeFilters<Filters>(codecs: ParamCodecs<Filters>, filters: Partial<Filters>): string {
  const search = new URLSearchParams()
  for (const name in codecs) {
    const { param, defaultValue, format } = codecs[name]
    const text = format(filters[name] ?? defaultValue)
    if (text !== '') search.set(param, text)
  }
  return search.size === 0 ? '' : `?${search}`
}
