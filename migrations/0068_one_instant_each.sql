DROP TRIGGER `repost_v_insert`;--> statement-breakpoint
CREATE TRIGGER `repost_v_insert` INSTEAD OF INSERT ON `repost_v`
WHEN NOT EXISTS (SELECT 1 FROM `transits` WHERE `project_id` = NEW.`project_id` AND `state` = 'ASIDE')
BEGIN
	-- A moment that was found once is kept, whatever changes. The plus keeps SQLite from walking the
	-- project by the primary key.
	UPDATE `qualifiables` SET `is_open` = -1
	WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id` AND substr(`sort_key`, 24, 2) = '99';
	DELETE FROM `qualifiables` WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id` AND `is_open` >= 0;
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT o.`project_id`,
		iif(o.`closes_at` <= o.`now`, 2, iif(o.`opens_at` > o.`now`, 0, 1)),
		-- Who is in a dynamic segment, or which goods in a dynamic collection, is not known beforehand.
		iif(substr(t.`value`, 1, 8) = 'segment:' AND NOT EXISTS (SELECT 1 FROM `segments` s
				WHERE s.`project_id` = o.`project_id` AND s.`id` = substr(t.`value`, 9) AND s.`type` = 'static'), 'any',
			iif(substr(t.`value`, 1, 11) = 'collection:' AND NOT EXISTS (SELECT 1 FROM `product_collections` k
				WHERE k.`project_id` = o.`project_id` AND k.`id` = substr(t.`value`, 12) AND k.`type` = 'STATIC'), 'any',
			t.`value`)),
		-- Creation time, never of a whole second, and behind it two digits for each of the last five
		-- characters of the id.
		coalesce((SELECT q.`sort_key` FROM `qualifiables` q
				WHERE +q.`project_id` = NEW.`project_id` AND q.`id` = NEW.`id` AND q.`is_open` = -1 LIMIT 1),
			substr(o.`created_at`, 1, 20) || iif(substr(o.`created_at`, 21, 3) = '000', '001', substr(o.`created_at`, 21, 3))
			|| printf('%02d%02d%02d%02d%02d',
			unicode(substr(o.`id`, -5, 1)) - 40, unicode(substr(o.`id`, -4, 1)) - 40, unicode(substr(o.`id`, -3, 1)) - 40,
			unicode(substr(o.`id`, -2, 1)) - 40, unicode(substr(o.`id`, -1, 1)) - 40)),
		o.`id`, o.`kind`, o.`opens_at`, o.`closes_at`
	FROM (
		SELECT *, CAST(round(unixepoch(`start_date`, 'subsec') * 1000) AS INTEGER) AS `opens_at`,
			CAST(round(unixepoch(`expiration_date`, 'subsec') * 1000) AS INTEGER) AS `closes_at`,
			CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER) AS `now`
		FROM `qualifiable_objects_v` WHERE `project_id` = NEW.`project_id` AND `id` = NEW.`id`
	) o, json_each(iif(o.`holder_id` IS NULL, coalesce((
		SELECT r.`terms` FROM `validation_rules_assignments` a
		CROSS JOIN `validation_rules` r ON r.`project_id` = a.`project_id` AND r.`id` = a.`rule_id`
		WHERE a.`project_id` = o.`project_id` AND a.`related_object_id` IN (o.`id`, o.`campaign_id`) AND r.`terms` IS NOT NULL
		ORDER BY r.`id` LIMIT 1), '["any"]'), json_array('holder:' || o.`holder_id`))) t;
	-- Scenarios that do not judge the audience, or the goods, find by these what wants one of them.
	INSERT OR IGNORE INTO `qualifiables` (`project_id`, `is_open`, `term`, `sort_key`, `id`, `kind`, `opens_at`, `closes_at`)
	SELECT q.`project_id`, q.`is_open`,
		iif(substr(q.`term`, 1, 8) = 'segment:' OR substr(q.`term`, 1, 9) = 'customer:', 'without:audience', 'without:goods'),
		q.`sort_key`, q.`id`, q.`kind`, q.`opens_at`, q.`closes_at`
	FROM `qualifiables` q WHERE +q.`project_id` = NEW.`project_id` AND q.`id` = NEW.`id` AND q.`is_open` >= 0
		AND q.`term` <> 'any' AND substr(q.`term`, 1, 7) <> 'holder:';
	-- What was created at once with others comes ten milliseconds behind the last of them, so that a
	-- date tells where a page ends, and a second has no more of them than a page can have.
	UPDATE `qualifiables` SET `sort_key` = (
			SELECT strftime('%Y-%m-%dT%H:%M:%f', max(l.`last`), iif(substr(max(l.`last`), 21, 3) = '990', '+0.011 seconds', '+0.010 seconds'))
			FROM (
				SELECT (SELECT substr(n.`sort_key`, 1, 23) FROM `qualifiables` n
					WHERE n.`project_id` = w.`project_id` AND n.`is_open` = w.`is_open` AND n.`term` = w.`term` AND n.`id` <> NEW.`id`
						AND n.`sort_key` >= substr(`qualifiables`.`sort_key`, 1, 23)
						AND n.`sort_key` < strftime('%Y-%m-%dT%H:%M:%f', substr(`qualifiables`.`sort_key`, 1, 23), '+1 day')
					ORDER BY n.`sort_key` DESC LIMIT 1) AS `last`
				FROM `qualifiables` w WHERE +w.`project_id` = NEW.`project_id` AND w.`id` = NEW.`id` AND w.`is_open` >= 0) l
		) || '99' || substr(`sort_key`, 26)
	WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id` AND `is_open` >= 0 AND substr(`sort_key`, 24, 2) <> '99'
		AND EXISTS (
			SELECT 1 FROM `qualifiables` w
			WHERE +w.`project_id` = NEW.`project_id` AND w.`id` = NEW.`id` AND w.`is_open` >= 0
				AND (SELECT n.`id` FROM `qualifiables` n
					WHERE n.`project_id` = w.`project_id` AND n.`is_open` = w.`is_open` AND n.`term` = w.`term` AND n.`id` <> NEW.`id`
						AND n.`sort_key` >= substr(`qualifiables`.`sort_key`, 1, 23)
						AND n.`sort_key` < substr(`qualifiables`.`sort_key`, 1, 23) || '~'
					ORDER BY n.`sort_key` DESC LIMIT 1) IS NOT NULL);
	DELETE FROM `qualifiables` WHERE +`project_id` = NEW.`project_id` AND `id` = NEW.`id` AND `is_open` = -1;
END;
