import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Slot } from './chart-model.ts'

/** A slot of a chart: a link over all of its height, which says in words what is drawn there. */
export function BucketLink({ slot, ...link }: { readonly slot: Slot } & Omit<ComponentProps<typeof Link>, 'slot'>) {
  const { x, width, title } = slot
  return (
    <Link className="slot" draggable={false} aria-label={title.replaceAll('\n', ', ')} {...link}>
      <title>{title}</title>
      <rect x={x} width={width} y="0" height="100%" />
    </Link>
  )
}
