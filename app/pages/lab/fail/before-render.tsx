import { renderFailureContext } from '../../../http/render-failure.ts'
import { readErrorMessage } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import type { Route } from './+types/before-render.ts'

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }) => {
    context.set(
      renderFailureContext,
      new Error(readErrorMessage(url.searchParams, 'The lab broke the server before it rendered')),
    )
  },
]

export function loader() {
  return null
}

export default function BeforeRenderCase() {
  return (
    <LabCasePage title="The server fails before rendering">
      <p>Client-side navigation renders nothing on the server. Reload this page to trigger it.</p>
    </LabCasePage>
  )
}
