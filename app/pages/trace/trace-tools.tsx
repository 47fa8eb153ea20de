import { Form, Link } from 'react-router'
import type { SearchMistake } from '../../../search/search.ts'
import type { MovedService } from '../../../trace/clock-skew.ts'
import { pluralize } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { type TraceView, UNFILTERED, writeListed, writeTraceView } from '../../url/trace-view.ts'
import { CopyView } from './copy-view.tsx'

interface TraceToolsProps {
  readonly view: TraceView
  readonly services: readonly { readonly service: string }[]
  /** Without it, nothing can be searched. */
  readonly search?: {
    /** Mistakes of the search that was run. */
    readonly mistakes: readonly SearchMistake[]
    /** How many spans match; `undefined` without a search. */
    readonly found: number | undefined
  }
  /** How many spans the filter leaves out. */
  readonly leftOut: number
  /** The name of the span from which on the trace is shown; `undefined` for all of it. */
  readonly topName: string | undefined
  /** What is drawn elsewhere than it was sent. */
  readonly moved: readonly MovedService[]
  /** True if log records are among the views. */
  readonly hasLogs: boolean
}

/** Above a waterfall: what is searched, left out, folded and zoomed. All of it is in the URL. */
export function TraceTools({ view, services, search, leftOut, topName, moved, hasLogs }: TraceToolsProps) {
  const { search: typed = '', isOnlyMatches, hiddenServices = [], minMs, tab } = view
  const isFiltered = isOnlyMatches || hiddenServices.length > 0 || minMs !== undefined
  const unfiltered = { ...view, ...UNFILTERED, rowsPage: undefined }
  return (
    <div className="trace-tools">
      <search className="button-row">
        <Form method="get" className="button-row" key={writeTraceView(view)} preventScrollReset>
          <HiddenParams params={new URLSearchParams(writeTraceView({ ...unfiltered, search: '' }))} />
          {search && <SearchBox typed={typed} isWrong={search.mistakes.length > 0} />}
          <details className="trace-filter" name="trace-filter">
            <summary className="button">Filter</summary>
            <div className="panel padded">
              {search && (
                <label>
                  <input type="checkbox" name="only" value="matches" defaultChecked={isOnlyMatches === true} /> Only
                  matches and their ancestors
                </label>
              )}
              <label>
                At least{' '}
                <input type="number" name="min" min="0" step="any" defaultValue={minMs ?? ''} className="short" /> ms
              </label>
              <fieldset>
                <legend>Hide services</legend>
                {services.map(({ service }) => (
                  <label key={service}>
                    <input
                      type="checkbox"
                      name="hide"
                      value={writeListed(service)}
                      defaultChecked={hiddenServices.includes(service)}
                    />{' '}
                    {service}
                  </label>
                ))}
              </fieldset>
              <button type="submit">Apply</button>
            </div>
          </details>
          {search && (
            <ScopedLink to="/search" className="small">
              Syntax
            </ScopedLink>
          )}
        </Form>
        <TraceTabs view={view} hasLogs={hasLogs} />
        <div className="button-row">
          {tab === undefined && <WaterfallTools view={view} />}
          <CopyView />
        </div>
      </search>
      {search?.found === 0 && (
        <span role="status">
          No matching spans. <Link to={writeTraceView({ ...view, search: '' })}>Clear</Link>
        </span>
      )}
      {search && search.mistakes.length > 0 && (
        <span role="alert">{search.mistakes.map(({ message }) => message).join(' ')}</span>
      )}
      {topName !== undefined && (
        <p className="small">
          From {spanName(topName)} on.{' '}
          <Link to={writeTraceView({ ...view, top: undefined, zoom: undefined })} {...KEEP_SCROLL_POSITION}>
            Whole trace
          </Link>
        </p>
      )}
      {(isFiltered || topName !== undefined) && leftOut > 0 && (
        <p className="small" role="status">
          {pluralize(leftOut, 'span')} left out{hiddenServices.length > 0 && `: without ${hiddenServices.join(', ')}`}
          {minMs !== undefined && `, at least ${formatNs(minMs * 1e6)}`}.{' '}
          {isFiltered && (
            <Link to={writeTraceView(unfiltered)} {...KEEP_SCROLL_POSITION}>
              Show all
            </Link>
          )}
        </p>
      )}
      {moved.length > 0 && tab === undefined && (
        <p className="small">
          {view.isSentTime ? 'Clocks differ: bars are where they were sent. ' : 'Clocks differ: '}
          {!view.isSentTime && moved.map(({ service, by }) => `${service} ${describeShift(by)}`).join(', ')}
          {!view.isSentTime && ' in the drawing; all numbers are as sent. '}
          <Link
            to={writeTraceView({ ...view, isSentTime: view.isSentTime ? undefined : true })}
            {...KEEP_SCROLL_POSITION}
          >
            {view.isSentTime ? 'Correct them' : 'As sent'}
          </Link>
        </p>
      )}
    </div>
  )
}

function SearchBox({ typed, isWrong }: { readonly typed: string; readonly isWrong: boolean }) {
  return (
    <>
      <input
        type="search"
        name={SEARCH_PARAM}
        defaultValue={typed}
        maxLength={2000}
        placeholder="is:error db:postgresql"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label="Search this trace"
        aria-invalid={isWrong || undefined}
      />
      <button type="submit">Search</button>
    </>
  )
}

/** Each has its number as a key. */
const TABS = [
  [undefined, 'Waterfall'],
  ['table', 'Table'],
  ['flame', 'Flame graph'],
  ['services', 'Services'],
  ['logs', 'Logs'],
] as const

function TraceTabs({ view, hasLogs }: Pick<TraceToolsProps, 'view' | 'hasLogs'>) {
  return (
    <nav className="button-row" aria-label="Views">
      {TABS.filter(([tab]) => hasLogs || tab !== 'logs').map(([tab, label], index) => (
        <Link
          key={label}
          to={writeTraceView({ ...view, tab, rowsPage: undefined })}
          {...KEEP_SCROLL_POSITION}
          aria-current={tab === view.tab ? 'page' : undefined}
          aria-keyshortcuts={`${index + 1}`}
          className="button"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Links that fold all rows, and that end a zoom. */
function WaterfallTools({ view }: Pick<TraceToolsProps, 'view'>) {
  const { isAllFolded, areRepeatsUnfolded, folded, zoom } = view
  const foldingAddress = (all: Pick<TraceView, 'isAllFolded' | 'areRepeatsUnfolded'>) =>
    writeTraceView({ ...view, isAllFolded: undefined, areRepeatsUnfolded: undefined, ...all, folded: new Set() })
  return (
    <nav className="button-row" aria-label="Waterfall">
      <Link
        className="button copy"
        to={foldingAddress({ areRepeatsUnfolded: true })}
        {...KEEP_SCROLL_POSITION}
        aria-keyshortcuts="]"
        aria-current={areRepeatsUnfolded && folded.size === 0 ? 'true' : undefined}
      >
        Expand all
      </Link>
      <Link
        className="button copy"
        to={foldingAddress({ isAllFolded: true })}
        {...KEEP_SCROLL_POSITION}
        aria-keyshortcuts="["
        aria-current={isAllFolded && folded.size === 0 ? 'true' : undefined}
      >
        Collapse all
      </Link>
      {zoom !== undefined && (
        <Link className="button copy" to={writeTraceView({ ...view, zoom: undefined })} {...KEEP_SCROLL_POSITION}>
          Whole time
        </Link>
      )}
    </nav>
  )
}

/** `moved −40.0 s` */
const describeShift = (by: number) => `moved ${by < 0 ? '−' : '+'}${formatNs(Math.abs(by))}`
