import { type ChangeEvent, useEffect, useRef } from 'react'
import { Form, isRouteErrorResponse, useLocation, useMatches, useNavigate, useRouteError } from 'react-router'
import type { InvalidFilter, ParamCodec } from '../../url/codec.ts'
import { changeParams } from '../../url/filter-links.ts'
import { readScope, type Scope, scopeCodecs, scopeParams } from '../../url/scope.ts'
import { FilterField } from '../controls/field.tsx'
import { HiddenParams } from '../controls/hidden-params.tsx'
import { Menu } from '../controls/menu.tsx'
import { useHydrated } from '../document/use-hydrated.ts'
import { invalidFiltersIn } from '../feedback/invalid-filters.tsx'
import { TimeRangeMenu } from '../filters/time-range-menu.tsx'
import type { ScopeChoices } from './header-data.ts'
import { type Theme, ThemeSwitch } from './theme-switch.tsx'
import { TimeZoneSwitch } from './time-zone-switch.tsx'
import { useCanCompare } from './use-can-compare.ts'

interface ScopeFiltersProps {
  readonly params: URLSearchParams
  readonly choices: ScopeChoices
  readonly theme: Theme
}

/**
 * The scope of all pages: time range, environment, service and release. Choices apply at once; without scripts, by the
 * button. On a narrow screen a menu holds all but the time, and the theme.
 */
export function ScopeFilters({ params, choices, theme }: ScopeFiltersProps) {
  const page = usePageState()
  const { filters } = readScope(params, page.nowMs ?? choices.nowMs ?? 0)
  const { environment, service, release, compare, own } = scopeCodecs
  const filterErrors = page.filterErrors
  const canCompare = useCanCompare()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  // Not the form's default action: the header belongs to the root, whose URL is /.
  const { pathname } = useLocation()
  const sendChoice = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const isText = target instanceof HTMLInputElement && target.type === 'text'
    if (!isText)
      void navigate(`${pathname}?${nonEmptyParams(new FormData(currentTarget))}`, { preventScrollReset: true })
  }

  // A new key would remount the form and lose the focus.
  const address = params.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after any other address the fields show that one's scope
  useEffect(() => resetFields(form.current), [address])

  return (
    <Form
      method="get"
      action={pathname}
      className="scope-filters"
      aria-label="Filters for all pages"
      ref={form}
      onChange={sendChoice}
    >
      {page.nowMs !== undefined && <HiddenParams params={paramsOutsideScope(params)} />}
      <TimeRangeMenu scope={filters} filterErrors={filterErrors} params={params} />
      <Menu label={summarizeFilters(filters)}>
        {(
          [
            ['Environment', environment, filters.environment, choices.environments],
            ['Service', service, filters.service, choices.services],
            ['Release', release, filters.release, choices.releases],
          ] as const
        ).map(([label, codec, chosen, among]) => (
          <ScopeSelect key={label} {...{ label, codec, chosen, among, filterErrors }} />
        ))}
        {canCompare ? (
          <ScopeCheckbox
            label="Compare with previous period"
            codec={compare}
            chosen={filters.compare}
            filterErrors={filterErrors}
          />
        ) : (
          filters.compare && <input type="hidden" name={compare.param} value="1" />
        )}
        <ScopeCheckbox label="Errata’s own telemetry" codec={own} chosen={filters.own} filterErrors={filterErrors} />
        <div className="display-switches">
          <TimeZoneSwitch />
          <ThemeSwitch theme={theme} />
        </div>
      </Menu>
      <button type="submit" className={hydrated ? 'visually-hidden' : undefined}>
        Update
      </button>
    </Form>
  )
}

/** How many filters are set, and to what: `Filters (2): production, checkout`. */
function summarizeFilters({ environment, service, release, own }: Scope): string {
  const set = [environment, service, release, own && 'own telemetry'].filter(Boolean)
  return `Filters${set.length > 0 ? ` (${set.length}): ${set.join(', ')}` : ''}`
}

interface ScopeSelectProps {
  readonly label: string
  readonly codec: ParamCodec<string>
  readonly chosen: string
  readonly among: readonly string[]
  readonly filterErrors: readonly InvalidFilter[]
}

/** A select with recently seen values, or any. */
function ScopeSelect({ label, codec: { param }, chosen, among, filterErrors }: ScopeSelectProps) {
  // A selected value that was not seen recently must stay in the list.
  const names = chosen === '' || among.includes(chosen) ? among : [chosen, ...among]
  return (
    <FilterField param={param} filterErrors={filterErrors} inAlert>
      {mark => (
        <label>
          {label}
          <select name={param} defaultValue={chosen} data-chosen={chosen} {...mark}>
            <option value="">any</option>
            {names.map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </FilterField>
  )
}

interface ScopeCheckboxProps {
  readonly label: string
  readonly codec: ParamCodec<boolean>
  readonly chosen: boolean
  readonly filterErrors: readonly InvalidFilter[]
}

function ScopeCheckbox({ label, codec: { param }, chosen, filterErrors }: ScopeCheckboxProps) {
  return (
    <FilterField param={param} filterErrors={filterErrors} inAlert>
      {mark => (
        <label className="check">
          <input type="checkbox" name={param} value="1" defaultChecked={chosen} {...mark} />
          {label}
        </label>
      )}
    </FilterField>
  )
}

/** Resets the fields to their rendered values; for a select React does that only the first time. */
function resetFields(form: HTMLFormElement | null): void {
  form?.reset()
  for (const select of form?.querySelectorAll('select') ?? []) select.value = select.dataset['chosen'] ?? ''
}

/** The non-empty fields: the server omits the others too. */
function nonEmptyParams(form: FormData): URLSearchParams {
  return new URLSearchParams(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string' && field[1] !== ''),
  )
}

function paramsOutsideScope(params: URLSearchParams): URLSearchParams {
  const dropped = [...scopeParams(params).keys()]
  return new URLSearchParams(changeParams(params, Object.fromEntries(dropped.map(name => [name, '']))))
}

interface PageState {
  /** Invalid filters of the page's URL. */
  readonly filterErrors: readonly InvalidFilter[]
  /** When it was rendered, Unix milliseconds; `undefined` if it was not: its URL is not repeated then. */
  readonly nowMs: number | undefined
}

/** What the current page knows about its URL; a page without a time range, such as the 404 page, knows nothing. */
function usePageState(): PageState {
  const data: unknown = useMatches().at(-1)?.loaderData
  const error = useRouteError()
  const known: Partial<PageState> = typeof data === 'object' && data !== null ? data : {}
  return { filterErrors: invalidFiltersIn(isRouteErrorResponse(error) ? error.data : data), nowMs: known.nowMs }
}
