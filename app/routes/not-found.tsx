import { notFound } from '../url/not-found.ts'

/** Every address that no route has; the root shows the 404 page. */
export function loader() {
  throw notFound()
}

/** A form sent to nowhere is answered alike. */
export function action() {
  throw notFound()
}

export default function NotFound() {
  return null
}
