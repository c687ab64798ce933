export const rain = 0
