import type { JsonObject } from '@tandem/contracts';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The table that a configuration is; one that is no table says nothing. */
export function jsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
