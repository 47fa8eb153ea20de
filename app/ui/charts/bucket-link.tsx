import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Bucket } from './chart-model.ts'

/** A bucket of a chart: a link of full height, with the values as its title. */
export function BucketLink({
  bucket,
  ...link
}: { readonly bucket: Bucket } & Omit<ComponentProps<typeof Link>, 'bucket'>) {
  const { x, width, title } = bucket
  return (
    <Link className="bucket" draggable={false} aria-label={title.replaceAll('\n', ', ')} {...link}>
      <title>{title}</title>
      <rect x={x} width={width} y="0" height="100%" />
    </Link>
  )
}
