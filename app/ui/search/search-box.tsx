import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { completeSearch } from '../../../search/complete-search.ts'
import type { SearchMistake, SearchSubject } from '../../../search/search.ts'
import type { FacetValue } from '../../../store/facets.ts'
import { changeParams } from '../../url/filter-links.ts'
import { scopeParams } from '../../url/scope.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { HiddenParams } from '../controls/hidden-params.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import { ScopedLink } from '../links/scoped-link.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { useFetchedValues } from './use-fetched-values.ts'

/** Most searches are over before it is needed. */
const SearchProgress = lazy(async () => ({ default: (await import('./search-progress.tsx')).SearchProgress }))

export type FacetValuesByKey = Readonly<Record<string, readonly FacetValue[]>>
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
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ readonly text: string; readonly caret: number }>()
  const [active, setActive] = useState(-1)
  // The counts of the others have attributes.
  const hasMore = subject !== 'logs' && subject !== 'sessions'
  const more = useFetchedValues(hasMore && `/search/values?of=${subject}&${scopeParams(params)}`)
  const values = { ...more.values, ...useFacetValues(counts) }
  const completion = typed && completeSearch(typed.text, typed.caret, { subject, values })
  const options = completion?.options ?? []
  const isOpen = options.length > 0
  const close = () => {
    setTyped(undefined)
    setActive(-1)
  }
  const submit = () => {
    // An accepted value ends with a space, for the next condition.
    const box = input.current
    if (box) box.value = box.value.trim()
    close()
  }
  const offer = () => {
    more.want()
    const { value = '', selectionStart } = input.current ?? {}
    setTyped({ text: value, caret: selectionStart ?? value.length })
    setActive(-1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the box was hydrated
  useEffect(() => {
    const box = input.current
    if (box === document.activeElement && box?.value !== text) offer()
  }, [])
  const accept = (index: number) => {
    const box = input.current
    const option = options[index]
    if (box === null || option === undefined || completion === undefined) return
    const isKey = option.text.endsWith(':')
    box.setRangeText(`${option.text}${isKey ? '' : ' '}`, completion.from, completion.to, 'end')
    box.focus()
    if (isKey) offer()
    else close()
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setActive(((active + step + 1 + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Enter' && active >= 0) accept(active)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="search button-row">
      <Form method="get" className="search-form button-row" key={params.toString()} onSubmit={submit}>
        <HiddenParams params={scopeParams(params)} />
        <HiddenParams params={new URLSearchParams([...params].filter(([name]) => keeps.includes(name)))} />
        <div className="search-field">
          <input
            ref={input}
            type="search"
            name={SEARCH_PARAM}
            defaultValue={text}
            placeholder={placeholder}
            maxLength={2000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-label={`Search ${pageOf(subject)}`}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-options`}
            aria-autocomplete="list"
            {...(active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
            {...(mistakes.length > 0 ? { 'aria-invalid': true, 'aria-describedby': `${id}-mistakes` } : {})}
            onInput={offer}
            onClick={offer}
            onKeyDown={press}
            onBlur={close}
          />
          <div role="listbox" id={`${id}-options`} aria-label="Completions" hidden={!isOpen} className="completions">
            {options.map((option, index) => (
              // The input keeps the focus: its keys choose, and a press of the pointer does.
              // biome-ignore lint/a11y/useFocusableInteractive: as said
              <div
                key={option.text}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerDown={event => {
                  event.preventDefault()
                  accept(index)
                }}
              >
                <span>{option.text}</span> <span className="muted">{option.detail}</span>
              </div>
            ))}
          </div>
        </div>
        <button type="submit">Search</button>
        <ScopedLink to="/search" className="small">
          Syntax
        </ScopedLink>
      </Form>
      {saved === undefined ? (
        <button type="button" disabled className="wide-only">
          Saved ▾
        </button>
      ) : (
        <SavedSearches page={pageOf(subject)} saved={saved} params={params} />
      )}
      <RunningSearch />
      {more.hasFailed && (
        <p role="status" className="small muted">
          Completions could not be loaded.
        </p>
      )}
      {mistakes.length > 0 && <SearchMistakes id={`${id}-mistakes`} text={text} mistakes={mistakes} params={params} />}
    </search>
  )
}

const pageOf = (subject: SearchSubject) => (subject === 'spans' ? 'traces' : subject)

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
