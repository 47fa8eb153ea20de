import { Form } from 'react-router'
import { readErrorMessage } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import type { Route } from './+types/action.ts'

export function action({ url }: Route.ActionArgs) {
  throw new Error(readErrorMessage(url.searchParams, 'The lab broke this action'))
}

export default function ActionCase() {
  return (
    <LabCasePage title="An action throws">
      <p>Submit the form to trigger the error.</p>
      <Form method="post">
        <button type="submit" className="primary">
          Send
        </button>
      </Form>
    </LabCasePage>
  )
}
