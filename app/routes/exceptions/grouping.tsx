import type { ShownException } from '../../stacks/show-exception.ts'

/** Why an exception belongs to its issue. */
export function Grouping({
  exception,
}: {
  readonly exception: Pick<ShownException, 'grouping' | 'issue' | 'type' | 'service'>
}) {
  const { grouping, issue, type, service } = exception
  const { isGiven, functions, message } = grouping
  if (isGiven) {
    return (
      <p>
        The sender said that it belongs to issue <code className="break">{issue}</code>.
      </p>
    )
  }
  return (
    <>
      <p>
        {functions.length > 0
          ? 'Together are exceptions of one service, of one type, in these functions of its own code, with causes of the same types. What the message says has no part in it.'
          : 'No function of the service’s own code is known. So together are exceptions of one service, of one type, with the same message where what varies is replaced, and causes of the same types.'}
      </p>
      <dl className="facts small">
        <dt>Service</dt>
        <dd>{service}</dd>
        <dt>Type</dt>
        <dd>
          <code>{type === '' ? '(none)' : type}</code>
        </dd>
        {functions.length > 0 ? (
          <>
            <dt>Functions</dt>
            <dd>
              <code className="break">{functions.join(' ← ')}</code>
            </dd>
          </>
        ) : (
          <>
            <dt>Message</dt>
            <dd>
              <code className="break">{message === '' ? '(none)' : message}</code>
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
