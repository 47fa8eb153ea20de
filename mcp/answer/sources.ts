import { type Beginning, showBeginning, showText } from './show-text.ts'

/** A value of an answer: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** Who wrote what is below these names. Whatever a stranger wrote is below one of the last three. */
export const SOURCES = ['from_desk', 'from_server', 'from_browser', 'from_people'] as const
export const STRANGERS: readonly string[] = ['from_server', 'from_browser', 'from_people']

/** Fields of strangers: texts, and what holds some. `undefined` and empty ones are left out. */
export type ToldFields = { readonly [name: string]: Told }
export type Told = string | number | boolean | null | undefined | readonly Told[] | ToldFields

/**
 * What a sender wrote, under the name of its kind, with each text shown. Senders on the browsers' receiver are anybody; others have a token,
 * or are on a trusted network.
 */
export function fromSender(isBrowser: boolean, fields: ToldFields, maxChars: number): JsonObject {
  return from(isBrowser ? 'from_browser' : 'from_server', fields, maxChars)
}

/** Tells what readers of the desk wrote: comments, names of owners. */
export const fromPeople = (fields: ToldFields, maxChars: number) => from('from_people', fields, maxChars)

function from(source: string, fields: ToldFields, maxChars: number): JsonObject {
  const shown = showTold(fields, maxChars)
  return isObject(shown) && Object.keys(shown).length > 0 ? { [source]: shown } : {}
}

function showTold(told: Told, maxChars: number): Json | undefined {
  if (told === undefined || told === '') return undefined
  if (typeof told === 'string') return asJson(showBeginning(told, maxChars))
  if (told === null || typeof told !== 'object') return told
  if (isList(told)) return told.flatMap(each => showTold(each, maxChars) ?? [])
  // The names of attributes are of senders too.
  const entries = Object.entries(told).flatMap(([name, value]): [string, Json][] => {
    const shown = showTold(value, maxChars)
    return shown === undefined || isEmpty(shown) ? [] : [[showText(name.slice(0, MAX_NAME_CHARS)), shown]]
  })
  return Object.fromEntries(entries)
}

const MAX_NAME_CHARS = 100

const asJson = (shown: string | Beginning): Json => (typeof shown === 'string' ? shown : { ...shown })
const isList = (told: object): told is readonly Told[] => Array.isArray(told)
const isEmpty = (json: Json) => typeof json === 'object' && json !== null && Object.keys(json).length === 0
export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
