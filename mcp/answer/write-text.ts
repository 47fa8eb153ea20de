import { isObject, type Json, type JsonObject, STRANGERS } from './sources.ts'

/**
 * An answer as text. What strangers wrote is fenced: between `<from_browser MARK>` and `</from_browser MARK>` each text is one JSON string,
 * so that it is on one line, and nothing in it can end a fence, whose mark is drawn for each answer.
 *
 * @param mark nothing of the answer may have it
 */
export function writeText(answer: JsonObject, mark: string): string {
  return `${writeFields(answer, '', mark).join('\n')}\n`
}

function writeFields(fields: JsonObject, pad: string, mark: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (STRANGERS.includes(name)) {
      const told = isObject(value) ? writeTold(value, pad) : []
      return [`${pad}<${name} ${mark}>`, ...told, `${pad}</${name} ${mark}>`]
    }
    if (Array.isArray(value)) return value.length === 0 ? [] : [`${pad}${name}:`, ...writeItems(value, pad, mark)]
    if (isObject(value)) {
      const below = writeFields(value, `${pad}  `, mark)
      return below.length === 0 ? [] : [`${pad}${name}:`, ...below]
    }
    return [`${pad}${name}: ${plain(value)}`]
  })
}

function writeItems(items: readonly Json[], pad: string, mark: string): string[] {
  return items.flatMap(item => {
    if (!isObject(item)) return [`${pad}- ${plain(item)}`]
    const [first = '', ...rest] = writeFields(item, `${pad}  `, mark)
    return [`${pad}- ${first.trimStart()}`, ...rest]
  })
}

/** Writes a value of Errata, without quotes if nothing in it could be taken for something else. */
function plain(value: Json): string {
  return typeof value === 'string' && /^[\w .,;:()=+/%&?@#'"*-]*$/.test(value) ? value : JSON.stringify(value)
}

/** Within a fence: every text is quoted. */
function writeTold(fields: JsonObject, pad: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const head = `${pad}${nameOf(name)}:`
    if (Array.isArray(value)) return [head, ...value.flatMap(item => writeToldItem(item, pad))]
    if (isObject(value) && !isBeginning(value)) return [head, ...writeTold(value, `${pad}  `)]
    return [`${head} ${quoted(value)}`]
  })
}

function writeToldItem(item: Json, pad: string): string[] {
  if (!isObject(item) || isBeginning(item)) return [`${pad}- ${quoted(item)}`]
  const fields = Object.entries(item)
  const isFlat = ([, value]: readonly [string, Json]) => typeof value !== 'object' || isBeginning(value)
  const flat = fields.filter(isFlat).map(([name, value]) => `${nameOf(name)}: ${quoted(value)}`)
  const deep = fields.filter(field => !isFlat(field))
  return [`${pad}- ${flat.join(', ')}`, ...writeTold(Object.fromEntries(deep), `${pad}  `)]
}

function quoted(value: Json): string {
  if (!isBeginning(value)) return JSON.stringify(value)
  const { beginning, characters } = value
  return `${JSON.stringify(beginning)} (the beginning of ${characters} characters)`
}

/** The name of an attribute is a stranger's too. */
const nameOf = (name: string) => (/^[a-z][\w.-]{0,60}$/i.test(name) ? name : JSON.stringify(name))

const isBeginning = (value: Json): value is { readonly beginning: string; readonly characters: number } =>
  isObject(value) && typeof value['beginning'] === 'string' && typeof value['characters'] === 'number'
