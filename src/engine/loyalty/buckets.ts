// Decides what is left in buckets of points when some are taken.

/** Points that expire on one day. */
export interface Bucket {
  expires_at: string;
  points: number;
}

/**
 * What is left once so many points are taken from those that expire soonest; buckets come in the
 * order of their days, and those that are empty are left out (reference 2.13).
 */
export function afterTaking<B extends Bucket>(buckets: readonly B[], points: number): B[] {
  const left: B[] = [];
  let wanted = points;
  for (const bucket of buckets) {
    const taken = Math.min(wanted, bucket.points);
    wanted -= taken;
    if (taken < bucket.points) left.push({ ...bucket, points: bucket.points - taken });
  }
  return left;
}
