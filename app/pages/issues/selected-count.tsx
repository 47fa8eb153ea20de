import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pluralize } from '../../format/count.ts'

/** Shows how many rows of a form are selected, and the actions. */
export function SelectedCount({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<number>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const count = () => setSelected(new FormData(form).getAll('issue').length)
    count()
    form.addEventListener('change', count)
    return () => form.removeEventListener('change', count)
  }, [])
  return (
    <div ref={place} className="selected button-row">
      <span aria-live="polite">
        {selected !== undefined && selected > 0 && `${pluralize(selected, 'issue')} selected`}
      </span>
      {children}
    </div>
  )
}
