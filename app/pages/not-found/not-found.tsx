import { notFound } from '../../url/not-found.ts'

/** All unknown URLs; the root shows the 404 page. */
export function loader() {
  throw notFound()
}

/** A form sent to an unknown URL gets the same response. */
export function action() {
  throw notFound()
}

export default function NotFound() {
  return null
}
