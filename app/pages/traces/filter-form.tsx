import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { WAIT_FOR_ALL } from '../../url/filter-links.ts'
import { scopedPath, scopeParams } from '../../url/scope.ts'

interface FilterFormProps {
  /** Path of the list. */
  readonly list: string
  readonly params: URLSearchParams
  /** Parameters of the list that are set by other links, and kept. */
  readonly keeps?: readonly string[]
  readonly children: ReactNode
}

/** The filters of one list, besides the scope; the state is in the URL. */
export function FilterForm({ list, params, keeps = [], children }: FilterFormProps) {
  const scope = scopeParams(params)
  return (
    // Keyed by the URL: the fields show the filters of a followed link.
    <Form method="get" className="filters" key={params.toString()}>
      <HiddenParams params={scope} />
      <HiddenParams params={new URLSearchParams([...params].filter(([name]) => keeps.includes(name)))} />
      {children}
      <button type="submit">Apply</button>
      {[...params.keys()].some(name => !scope.has(name) && name !== WAIT_FOR_ALL) && (
        <Link to={scopedPath(list, params)} className="clear">
          Clear
        </Link>
      )}
    </Form>
  )
}
