import { z } from 'zod'

/** Pages whose searches can be saved, by their paths. */
export const SEARCH_PAGES = ['traces', 'logs', 'exceptions', 'issues', 'sessions'] as const
export type SearchPage = (typeof SEARCH_PAGES)[number]

export const MAX_SAVED_SEARCHES = 500
/** Characters. */
export const MAX_SEARCH_NAME_CHARS = 80
/** Characters of the parameters: a search of 2,000 that are all encoded, and the other filters. */
export const MAX_SEARCH_PARAMS_CHARS = 20_000

/** What is saved: a name for an address. */
export const savedSearchSchema = z.object({
  page: z.enum(SEARCH_PAGES),
  name: z.string().trim().min(1).max(MAX_SEARCH_NAME_CHARS),
  /** Of the address, without `?`. */
  params: z.string().max(MAX_SEARCH_PARAMS_CHARS),
})
