export const clock = () => new Date()
