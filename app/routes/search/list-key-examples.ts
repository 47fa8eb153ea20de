import type { SearchSubject } from '../../../store/search/search.ts'
import { listSearchKeys, type SearchKeyDefinition } from '../../../store/search/search-keys.ts'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { tracesPath } from '../../url/trace-filters.ts'

/** A key of the search language, with an example for each list that has it. */
export interface KeyExample {
  readonly search: string
  readonly meaning: string
  /** At least one. */
  readonly worksIn: readonly KeyList[]
}

interface KeyList {
  readonly list: string
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
  const examples = new Map<string, KeyExample & { readonly worksIn: KeyList[] }>()
  for (const [subject, pathOf] of Object.entries(PATHS)) {
    // Object.entries loses the type of the keys.
    for (const key of listSearchKeys(subject as SearchSubject)) {
      const { example, description } = key
      const known = examples.get(`${example}\n${description}`)
      const worksIn: KeyList[] = known?.worksIn ?? []
      worksIn.push(
        isOfTrace(key)
          ? { list: 'traces', path: tracesPath({ search: example }) }
          : { list: subject, path: pathOf(example) },
      )
      examples.set(`${example}\n${description}`, { search: example, meaning: description, worksIn })
    }
  }
  return [...examples.values()]
}

const isOfTrace = ({ name }: SearchKeyDefinition) => name.startsWith('trace.')
