// Turns records that were packed as columns (explorer/site/columns.py) back into lists of records.

const COUNT = ""; // the key of the number of records

/** The JSON value as it was before it was packed. @param {any} value @returns {any} */
export function toRecords(value) {
  if (Array.isArray(value)) return value.map(toRecords);
  if (typeof value !== "object" || value === null) return value;
  const { [COUNT]: count, ...own } = value;
  if (!Number.isInteger(count))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toRecords(each)]));
  const columns = Object.entries(own).map(([key, column]) => [key, toRecords(column)]);
  return Array.from({ length: count }, (_, i) => Object.fromEntries(columns.map(([key, each]) => [key, each[i]])));
}
