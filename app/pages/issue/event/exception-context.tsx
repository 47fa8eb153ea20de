import { pluralize } from '../../../format/count.ts'
import type { DisplayedException } from '../../../parts/stack-trace/show-exception.ts'
import { Attributes } from '../../../ui/values/attributes.tsx'

/** The attributes of an exception's record, and folded those of its resource, which tags repeat. */
export function ExceptionContext({ exception }: { readonly exception: DisplayedException }) {
  return (
    <div className="section side-by-side">
      <section aria-labelledby="attributes">
        <h2 id="attributes">Attributes</h2>
        <div className="panel padded">
          <Attributes attributes={exception.attributes} label="Attributes of the record" />
        </div>
      </section>
      <details>
        <summary>Resource, {pluralize(Object.keys(exception.resource).length, 'attribute')}</summary>
        <div className="panel padded">
          <Attributes attributes={exception.resource} label="Attributes of the resource" />
        </div>
      </details>
    </div>
  )
}
