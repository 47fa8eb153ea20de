import type { ReactNode } from 'react'

/** A name and its value, in a list of `figures`. */
export function LabelledValue({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </div>
  )
}
