import { Form, Link, useSearchParams } from 'react-router'
import { FilterField } from '../../ui/controls/field.tsx'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import type { InvalidFilter } from '../../url/codec.ts'
import { dropRulePath } from '../../url/page-paths.ts'
import { scopedPath, scopeParams } from '../../url/scope.ts'
import type { PreviewCondition } from './parse-preview.ts'

interface PreviewFormProps {
  readonly rule: string
  readonly conditions: readonly PreviewCondition[]
  readonly filterErrors: readonly InvalidFilter[]
}

/** A form to edit and preview the conditions of a rule; it changes nothing. The state is in the URL. */
export function PreviewForm({ rule, conditions, filterErrors }: PreviewFormProps) {
  const [params] = useSearchParams()
  const path = dropRulePath(rule)
  return (
    <Form method="get" action={`${path}#try`} className="try" key={params.toString()} preventScrollReset>
      <HiddenParams params={scopeParams(params)} />
      {conditions.map(({ param, list, number, previewed }) => (
        <FilterField key={param} param={param} filterErrors={filterErrors}>
          {(mark, typed) => (
            <label>
              <span className="muted small">
                Condition {number} of <code>{list}</code>
              </span>
              <textarea
                name={param}
                defaultValue={typed ?? previewed}
                rows={3}
                spellCheck={false}
                maxLength={4_000}
                {...mark}
              />
            </label>
          )}
        </FilterField>
      ))}
      <div className="button-row">
        <button type="submit">Preview on stored data</button>
        {conditions.some(({ isEdited }) => isEdited) && <Link to={scopedPath(path, params)}>Current conditions</Link>}
      </div>
      <p className="muted small note">
        A record is dropped when any condition matches. <code>IsMatch</code>, <code>Coalesce</code>, <code>==</code>,{' '}
        <code>!=</code>, <code>and</code>, <code>or</code>, <code>not</code>, <code>nil</code>, <code>true</code> and{' '}
        <code>false</code> are supported for attributes, span.name, span.kind and spanevent.name; <code>false</code>{' '}
        matches nothing. Values are stored as text; numbers are compared as numbers.
      </p>
    </Form>
  )
}
