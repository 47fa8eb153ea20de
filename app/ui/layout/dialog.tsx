import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  readonly label: string
  readonly className: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog over the page that is open as long as it is drawn. Escape, a press outside and a focus that moves on close it; else the browser
 * gives the focus back. Not a modal one: the browser would style every element of the page anew, to make it inert and to undo that.
 */
export function Dialog({ label, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is removed: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showPopover()
    return () => element?.hidePopover()
  }, [])
  return (
    <dialog
      ref={dialog}
      popover="auto"
      className={className}
      aria-label={label}
      // The event is late, and another dialog may be open already.
      onToggle={({ newState, currentTarget }) => newState === 'closed' && currentTarget.isConnected && onClose()}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget !== null && !currentTarget.contains(relatedTarget) && onClose()
      }
    >
      {children}
    </dialog>
  )
}
