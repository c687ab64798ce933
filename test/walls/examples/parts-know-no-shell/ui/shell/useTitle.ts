export const useTitle = () => undefined
