import type { ReactNode } from 'react'

/** Stands where rows would be: what it means that there are none, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="panel empty">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
