import type { SearchSubject } from '../../../search/search.ts'
import { listSearchKeys } from '../../../search/search-keys.ts'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { tracesPath } from '../../url/trace-filters.ts'

/** A key of the search language, with an example. */
export interface KeyExample {
  readonly search: string
  readonly meaning: string
  /** The lists that have the key: `spans, logs`, or `all`. */
  readonly worksIn: string
  /** Runs the example in the first of them. */
  readonly path: string
}

const PATHS: Readonly<Record<SearchSubject, (search: string) => string>> = {
  spans: search => tracesPath({ search, show: 'spans' }),
  logs: search => logsPath({ search }),
  exceptions: search => exceptionsPath({ search }),
  issues: search => issuesPath({ search, tab: 'all' }),
  sessions: search => `/sessions?${new URLSearchParams({ [SEARCH_PARAM]: search })}`,
}

/** All keys, once for all lists in which they mean the same; in the order of the lists. */
export function listKeyExamples(): readonly KeyExample[] {
  const examples = new Map<string, Omit<KeyExample, 'worksIn'> & { readonly worksIn: readonly string[] }>()
  for (const [subject, pathOf] of Object.entries(PATHS)) {
    // Object.entries loses the type of the keys.
    for (const { name, example: search, description: meaning } of listSearchKeys(subject as SearchSubject)) {
      const isOfTrace = name.startsWith('trace.')
      const { worksIn, path } = examples.get(`${search}\n${meaning}`) ?? {
        worksIn: [],
        path: isOfTrace ? tracesPath({ search }) : pathOf(search),
      }
      const list = isOfTrace ? 'traces' : subject
      examples.set(`${search}\n${meaning}`, { search, meaning, worksIn: [...worksIn, list], path })
    }
  }
  const isAll = (lists: readonly string[]) => lists.length === Object.keys(PATHS).length
  return [...examples.values()].map(({ worksIn, ...example }) => ({
    ...example,
    worksIn: isAll(worksIn) ? 'all lists' : worksIn.join(', '),
  }))
}
