import { Boundary, type BoundaryProps } from './Boundary.tsx'
import { Modal } from './Modal.tsx'

interface DialogBoundaryProps extends Pick<BoundaryProps, 'children' | 'of'> {
  readonly title: string
  readonly onClose: () => void
}

/** Contains a dialog whose code is loaded when it opens. A failure is shown in a dialog that can be closed. */
export const DialogBoundary = ({ title, onClose, of, children }: DialogBoundaryProps) => (
  <Boundary
    waiting={null}
    of={of}
    frame={message => (
      <Modal open title={title} onClose={onClose}>
        {message}
      </Modal>
    )}
  >
    {children}
  </Boundary>
)
