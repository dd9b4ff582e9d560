-- Offers that were made at once before each got a moment of its own: in their order, each comes ten
-- milliseconds behind the one before it at least, so that a date tells where a page ends.
WITH `offers` AS (
	SELECT DISTINCT `project_id`, `id`, `sort_key` FROM `qualifiables` WHERE substr(`term`, 1, 7) <> 'holder:'
), `ranked` AS (
	SELECT `project_id`, `id`,
		unixepoch(substr(`sort_key`, 1, 19)) * 1000 + CAST(substr(`sort_key`, 21, 3) AS INTEGER) AS `ms`,
		10 * row_number() OVER (PARTITION BY `project_id` ORDER BY `sort_key`, `id`) AS `n`
	FROM `offers`
), `spread` AS (
	SELECT `project_id`, `id`, `ms`, `n` + max(`ms` - `n`) OVER (PARTITION BY `project_id` ORDER BY `n`) AS `moment`
	FROM `ranked`
), `moved` AS (
	-- Never of a whole second, which clients that cut dates send.
	SELECT `project_id`, `id`, `moment` + (`moment` % 1000 = 0) AS `moment` FROM `spread` WHERE `moment` <> `ms`
)
UPDATE `qualifiables` SET `sort_key` = strftime('%Y-%m-%dT%H:%M:%S', m.`moment` / 1000, 'unixepoch')
	|| printf('.%03d', m.`moment` % 1000) || '99' || substr(`sort_key`, 26)
FROM `moved` m WHERE m.`project_id` = `qualifiables`.`project_id` AND m.`id` = `qualifiables`.`id`;
