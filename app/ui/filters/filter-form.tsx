import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { scopedPath, scopeParams } from '../../url/scope.ts'
import { WAIT_FOR_ALL } from '../feedback/deferred-section.tsx'
import { HiddenParams } from '../form/hidden-params.tsx'

interface FilterFormProps {
  /** Path of the list. */
  readonly list: string
  readonly params: URLSearchParams
  /** Parameters of the list that other links choose, and that stay. */
  readonly keeps?: readonly string[]
  readonly children: ReactNode
}

/** The filters that only one list has, beside those of the bar; its state is the URL. */
export function FilterForm({ list, params, keeps = [], children }: FilterFormProps) {
  const scope = scopeParams(params)
  return (
    // Keyed by the URL: after a link with other filters the fields show those.
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
