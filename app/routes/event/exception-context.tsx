import type { DisplayedException } from '../../stacks/show-exception.ts'
import { Attributes } from '../../ui/elements/attributes.tsx'

/** The attributes of an exception's record and of its resource. */
export function ExceptionContext({ exception }: { readonly exception: DisplayedException }) {
  return (
    <div className="section side-by-side">
      <section aria-labelledby="attributes">
        <h2 id="attributes">Attributes</h2>
        <div className="panel padded">
          <Attributes of={exception.attributes} label="Attributes of the record" />
        </div>
      </section>
      <section aria-labelledby="resource">
        <h2 id="resource">Resource</h2>
        <div className="panel padded">
          <Attributes of={exception.resource} label="Attributes of the resource" />
        </div>
      </section>
    </div>
  )
}
