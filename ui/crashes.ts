/** Catches the faults of this application, wherever they come up. What reports them is loaded with the first of them. */
import type { ErrorInfo } from 'react'

const report = () => import('./crashReport.ts')

function reportError(error: unknown, stack?: string | null): void {
  report()
    .then(({ reportError }) => reportError(error, stack))
    .catch(() => undefined)
}

/** Reports a fault that is no error: what is wrong, in words of programs. */
export function reportFault(message: string): void {
  report()
    .then(({ reportFault }) => reportFault(message))
    .catch(() => undefined)
}

/** The options of React's root that report what fails while components are drawn. */
export const onFault = {
  onCaughtError: (error: unknown, { componentStack }: ErrorInfo): void => reportError(error, componentStack),
  onUncaughtError: (error: unknown, { componentStack }: ErrorInfo): void => reportError(error, componentStack)
}

/** Reports what fails outside of drawing: handlers of events, and promises that nobody awaits. */
export function watchFaults(): void {
  addEventListener('error', ({ error }) => error && reportError(error))
  addEventListener('unhandledrejection', ({ reason }) => reason instanceof Error && reportError(reason))
}
