/** Whether code or styles could not be loaded: a matter of the network or of an old build, no fault of the program. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  // the words of Chromium, Firefox, Safari, and of Vite for a style sheet
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
