import { Link } from 'react-router'
import type { SavedSearch } from '../../../store/saved-searches/list-saved-searches.ts'
import type { SearchPage } from '../../../store/saved-searches/saved-search.ts'
import { PAGE_PARAMS } from '../../url/filter-links.ts'
import { Menu } from '../controls/menu.tsx'
import { DeferredSection } from '../feedback/deferred-section.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import { useReader } from '../layout/use-reader.ts'

type SavedSearchesResult = QueryResult<readonly SavedSearch[]>

interface SavedSearchesProps {
  readonly page: SearchPage
  /** The saved searches of all pages. */
  readonly saved: SavedSearchesResult | Promise<SavedSearchesResult>
  readonly params: URLSearchParams
}

/** The saved searches of a page, to open, delete and add to. The forms load the page anew, with scripts or without. */
export function SavedSearches({ page, saved, params }: SavedSearchesProps) {
  const mayAct = useReader()?.role !== 'viewer'
  const here = (
    <>
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="params" value={paramsToSave(params)} />
    </>
  )
  return (
    <Menu label="Saved">
      <DeferredSection result={saved} name="Saved searches" holds="nothing">
        {all => {
          const ofPage = all.filter(one => one.page === page)
          return ofPage.length === 0 ? (
            <p className="muted small">None yet.</p>
          ) : (
            <ul>
              {ofPage.map(({ id, name, params: found, who }) => (
                <li key={id} className="button-row">
                  <Link
                    to={`/${page}?${found}`}
                    className="break"
                    title={who === '' ? name : `${name}, saved by ${who}`}
                  >
                    {name}
                  </Link>
                  {mayAct && (
                    <form method="post" action="/saved-searches">
                      {here}
                      <button type="submit" name="delete" value={id} aria-label={`Delete ${name}`}>
                        Delete
                      </button>
                    </form>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </DeferredSection>
      {mayAct && (
        <form method="post" action="/saved-searches">
          {here}
          <label>
            Name
            <input type="text" name="name" required maxLength={80} autoComplete="off" />
          </label>
          <button type="submit">Save search</button>
        </form>
      )}
    </Menu>
  )
}

/** Where a list was opened or scrolled to, what a form answered, and how long a page waits: no part of a search. */
const UNSAVED_PARAMS = [...PAGE_PARAMS, 'page', 'open', 'whole', 'done', 'did', 'of']

/** The parameters of an address that are saved with its search. */
function paramsToSave(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => !UNSAVED_PARAMS.includes(name))).toString()
}
