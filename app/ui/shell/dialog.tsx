import { type ReactNode, useEffect, useRef } from 'react'

interface DialogProps {
  readonly label: string
  readonly className: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog that is open as long as it is drawn. Escape and a press outside close it, and the browser gives the focus back. */
export function Dialog({ label, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the browser knows
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  )
}
