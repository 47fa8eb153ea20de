import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pluralize } from '../../format/count.ts'

/** Stands above the rows of a form: says how many are chosen before anything is done to them, where scripts run. */
export function SelectedCount({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const count = () => setChosen(new FormData(form).getAll('issue').length)
    count()
    form.addEventListener('change', count)
    return () => form.removeEventListener('change', count)
  }, [])
  return (
    <div ref={place} className="chosen button-row">
      <span aria-live="polite">
        {chosen === undefined || chosen === 0 ? 'Choose issues, or' : `${pluralize(chosen, 'issue')} chosen, or`}
      </span>
      {children}
    </div>
  )
}
