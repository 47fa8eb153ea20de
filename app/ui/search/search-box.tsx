import { type ComponentProps, lazy, Suspense, useEffect, useId, useState } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import type { SearchMistake, SearchSubject } from '../../../search/search.ts'
import { newRulePath } from '../../url/alert-address.ts'
import { changeParams } from '../../url/filter-links.ts'
import { scopeParams } from '../../url/scope.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { HiddenParams } from '../controls/hidden-params.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import { ScopedLink } from '../links/scoped-link.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { type FacetValuesByKey, SearchField } from './search-field.tsx'

/** Most searches are over before it is needed. */
const SearchProgress = lazy(async () => ({ default: (await import('./search-progress.tsx')).SearchProgress }))

type FacetsResult = QueryResult<{ readonly values: FacetValuesByKey }>

interface SearchBoxProps {
  readonly subject: SearchSubject
  readonly text: string
  readonly mistakes: readonly SearchMistake[]
  readonly params: URLSearchParams
  /** Parameters of the page to keep. */
  readonly keeps: readonly string[]
  readonly placeholder: string
  /** `undefined` where nothing can be saved, as a mistake. */
  readonly saved: ComponentProps<typeof SavedSearches>['saved'] | undefined
  /** What completes values, as soon as it is there. */
  readonly counts: FacetsResult | Promise<FacetsResult> | undefined
}

/** The search box of a page: a form that works without scripts, and completes keys and values with them. */
export function SearchBox({ subject, text, mistakes, params, keeps, placeholder, saved, counts }: SearchBoxProps) {
  const id = useId()
  const values = useFacetValues(counts)
  return (
    <search className="search button-row">
      <Form method="get" className="search-form button-row" key={params.toString()}>
        <HiddenParams params={scopeParams(params)} />
        <HiddenParams params={new URLSearchParams([...params].filter(([name]) => keeps.includes(name)))} />
        <SearchField
          subject={subject}
          name={SEARCH_PARAM}
          text={text}
          params={params}
          label={`Search ${pageOf(subject)}`}
          placeholder={placeholder}
          faultId={mistakes.length > 0 ? `${id}-mistakes` : undefined}
          values={values}
        />
        <button type="submit">Search</button>
        <ScopedLink to="/search" className="small">
          Syntax
        </ScopedLink>
        {canAlert(subject) && mistakes.length === 0 && (
          <ScopedLink to={searchRulePath(subject, text)} className="small">
            Alert on this
          </ScopedLink>
        )}
      </Form>
      {saved === undefined ? (
        <button type="button" disabled className="wide-only">
          Saved ▾
        </button>
      ) : (
        <SavedSearches page={pageOf(subject)} saved={saved} params={params} />
      )}
      <RunningSearch />
      {mistakes.length > 0 && <SearchMistakes id={`${id}-mistakes`} text={text} mistakes={mistakes} params={params} />}
    </search>
  )
}

const pageOf = (subject: SearchSubject) => (subject === 'spans' ? 'traces' : subject)

/** Searches that rules can watch. */
const canAlert = (subject: SearchSubject) => subject === 'spans' || subject === 'logs' || subject === 'exceptions'

const searchRulePath = (subject: SearchSubject, text: string) =>
  newRulePath('search', { 'watch.page': pageOf(subject), 'watch.search': text, name: `Search of ${pageOf(subject)}` })

/** The search that the page waits for, if it does. */
function RunningSearch() {
  const { location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  if (location?.pathname !== pathname || formMethod === 'POST') return null
  const path = `${pathname}${location.search}`
  return (
    <Suspense>
      <SearchProgress key={path} path={path} />
    </Suspense>
  )
}

function useFacetValues(counts: SearchBoxProps['counts']): FacetValuesByKey {
  const [values, setValues] = useState<FacetValuesByKey>({})
  useEffect(() => {
    let isCurrent = true
    void Promise.resolve(counts).then(result => {
      if (isCurrent && result !== undefined && 'answer' in result) setValues(result.answer.values)
    })
    return () => {
      isCurrent = false
    }
  }, [counts])
  return values
}

interface SearchMistakesProps extends Pick<SearchBoxProps, 'text' | 'mistakes' | 'params'> {
  readonly id: string
}

/** The search with its mistakes marked, and their explanations. */
function SearchMistakes({ id, text, mistakes, params }: SearchMistakesProps) {
  let shown = 0
  const pieces = mistakes.flatMap(({ at, end }) => {
    if (at < shown) return []
    const [before, marked] = [text.slice(shown, at), text.slice(at, end)]
    shown = end
    return [before, <mark key={at}>{marked === '' ? ' ' : marked}</mark>]
  })
  return (
    <div id={id} role="alert" className="search-mistakes">
      <p className="mono break">
        {pieces}
        {text.slice(shown)}
      </p>
      <ul>
        {mistakes.map(({ at, end, message, suggestion, other }) => (
          <li key={`${at} ${message}`}>
            {message}{' '}
            {suggestion !== undefined && (
              <Link
                to={
                  other
                    ? `/${pageOf(other)}${changeParams(scopeParams(params), {
                        show: other === 'spans' ? other : '',
                        [SEARCH_PARAM]: suggestion,
                      })}`
                    : changeParams(params, { [SEARCH_PARAM]: text.slice(0, at) + suggestion + text.slice(end) })
                }
              >
                {other ? `Search ${other} for` : 'Use'} {suggestion}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
