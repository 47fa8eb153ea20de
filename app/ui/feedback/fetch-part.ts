import { readExactJson } from '../../format/exact-json.ts'
import { type Outage, outageIn } from './outage.ts'

/** The data of a part of a page, or why it was not loaded: the outage, if the app answered with one. */
export type FetchedPart<Answer> = { readonly answer: Answer } | { readonly outage: Outage | undefined }

/**
 * Loads what a part of a page shows later from an address that answers with `partResponse`. With a fetcher of the router a failure would
 * take the place of the whole page; here it is an answer.
 *
 * @typeParam Answer what the address answers; it is not checked
 */
export async function fetchPart<Answer>(path: string, signal: AbortSignal): Promise<FetchedPart<Answer>> {
  try {
    const response = await fetch(path, { signal, headers: { accept: 'application/json' } })
    const body = readExactJson(await response.text())
    return response.ok && hasAnswer<Answer>(body) ? body : { outage: outageIn(body) }
  } catch {
    // No answer, or one of something else, such as a proxy: the part says that it could not be loaded.
    return { outage: undefined }
  }
}

const hasAnswer = <Answer>(body: unknown): body is { readonly answer: Answer } =>
  typeof body === 'object' && body !== null && 'answer' in body
