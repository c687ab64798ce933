export const ApiHandler = 'handler'
